// @ts-check
// Reads cards with the camera inside the page. Only a page of this site is ever opened, whatever a code holds; no
// picture leaves the phone. Browsers without a detector of their own get the one in vendor/.

import { readAddress } from "./address.js";

const VENDOR = "./vendor/qr-0.7.0/decode.js";
const PAUSE = 100; // ms between two looks, so that the phone stays cool
const SIDES = [1600, 3200, 800]; // px; sizes in which a photo is looked at, the likeliest first

async function nativeDetector() {
  try {
    const formats = await window.BarcodeDetector.getSupportedFormats();
    return formats.includes("qr_code") ? new window.BarcodeDetector({ formats: ["qr_code"] }) : null;
  } catch {
    return null;
  }
}

const ownDetector = async () => new (await import(VENDOR)).BarcodeDetector({ formats: ["qr_code"] });

function pixels(bitmap, side) {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The text of the code in a photo, or null. */
async function inPhoto(file) {
  const bitmap = await createImageBitmap(file);
  try {
    const detector = await nativeDetector();
    const [found] = detector ? await detector.detect(bitmap).catch(() => []) : [];
    if (found) return found.rawValue;
    const { decodeQR } = await import(VENDOR);
    for (const side of SIDES) {
      try {
        return decodeQR(pixels(bitmap, side), { effort: Infinity, timeLimit: 2000 });
      } catch {
        // not at this size
      }
    }
    return null;
  } finally {
    bitmap.close();
  }
}

export function start(root) {
  const [video, torch, again, photo] = ["video", ".torch", ".again", ".photo input"].map((name) => root.querySelector(name));
  let stream = null, detector = null, left = false;

  const showStatus = (status) => {
    for (const text of root.querySelectorAll("[data-status]")) text.hidden = text.dataset.status !== status;
  };

  /** Follow a code to the page of this site that it means. */
  const follow = (text) => {
    const path = readAddress(text);
    if (path === null) return showStatus("unknown");
    left = true;
    stop();
    showStatus("found");
    try {
      sessionStorage.setItem("scan", "1"); // "Next card" leads back here: js/site.js
    } catch {
      // storage is blocked; then it leads to the code box
    }
    navigator.vibrate?.(60);
    location.assign(root.dataset.root + path);
  };

  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = video.srcObject = null;
  };

  const off = (why) => {
    stop();
    root.dataset.state = "off";
    again.hidden = why === "insecure";
    showStatus(why);
  };

  const look = async (own) => {
    let native = true;
    while (stream === own) {
      try {
        detector ??= (await nativeDetector()) ?? ((native = false), await ownDetector());
        const [found] = video.readyState < 2 ? [] : await detector.detect(video);
        if (found && stream === own) follow(found.rawValue);
      } catch {
        if (!native) return off("busy");
        native = false;
        detector = await ownDetector(); // some browsers name a detector that the system does not have
      }
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  };

  const open = async () => {
    if (stream || left) return;
    if (!window.isSecureContext || !navigator.mediaDevices) return off("insecure");
    root.dataset.state = "on";
    again.hidden = torch.hidden = true;
    showStatus("asking");
    try {
      const wanted = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    } catch (error) {
      const refused = ["NotAllowedError", "SecurityError"].includes(error.name);
      return off(refused ? "refused" : error.name === "NotFoundError" ? "none" : "busy");
    }
    if (document.hidden) return stop();
    video.srcObject = stream;
    video.play().catch(() => {});
    const [track] = stream.getVideoTracks();
    torch.hidden = !track.getCapabilities?.().torch;
    torch.setAttribute("aria-pressed", "false");
    torch.onclick = async () => {
      const on = torch.getAttribute("aria-pressed") !== "true";
      await track.applyConstraints({ advanced: [{ torch: on }] }).catch(() => {});
      torch.setAttribute("aria-pressed", String(on));
    };
    showStatus("looking");
    look(stream);
  };

  photo.addEventListener("change", async () => {
    const [file] = photo.files;
    photo.value = ""; // the same photo may be chosen again
    if (!file) return;
    const text = await inPhoto(file).catch(() => null);
    if (text === null) showStatus("empty");
    else follow(text);
  });
  again.addEventListener("click", open);
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : open()));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    left = false; // back from a card
    open();
  });
  document.getElementById("unscripted").hidden = true;
  open();
}
