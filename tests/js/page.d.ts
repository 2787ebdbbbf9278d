// Types for `make lint-js` only: what the page scripts take for granted about the pages of this site.

/** What a selector finds, with the properties of links, pictures, forms and fields; which one it is, the template decides. */
interface PageElement extends HTMLElement {
  href: string;
  src: string;
  action: string;
  value: string;
  elements: any;
}

interface ParentNode {
  querySelector(selectors: string): PageElement | null;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
}

interface Navigator {
  /** Not in every browser: https://wicg.github.io/netinfo/ */
  connection?: { saveData?: boolean };
}

interface Window {
  /** Not in every browser: https://wicg.github.io/shape-detection-api/ */
  BarcodeDetector?: any;
}
