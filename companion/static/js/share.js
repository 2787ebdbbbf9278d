// @ts-check
// Hands the link of a table to the other apps of the phone.

export function start(button) {
  const send = () => {
    const link = document.querySelector("[data-slot=link]");
    navigator.share({ title: document.title, url: link.textContent.includes("://") ? link.textContent : link.href }).catch(() => {}); // given up
  };
  button.addEventListener("click", send);
  send();
}
