// @ts-check
// The random numbers of docs/chance.md: the same here, on the server and in the engines.

const GOLDEN = 0x9e3779b97f4a7c15n;
const word = (n) => BigInt.asUintN(64, n);

function mix64(z) {
  z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

/** The hash of a name (FNV-1a). */
export function textKey(text) {
  let key = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) key = word((key ^ BigInt(byte)) * 0x100000001b3n);
  return key;
}

/** The stream of a seed that belongs to the words of a key. */
export function stream(seed, ...key) {
  let state = mix64(word(BigInt(seed) + GOLDEN));
  for (const part of key) state = mix64(word((state ^ word(BigInt(part))) + GOLDEN));
  return new Chance(state);
}

export class Chance {
  constructor(state) {
    this.state = state;
  }

  next64() {
    this.state = word(this.state + GOLDEN);
    return mix64(this.state);
  }

  /** A number from 0 to n - 1, each equally likely; n at most 2^32. */
  below(n) {
    n = BigInt(n);
    let product, low;
    do {
      product = (this.next64() >> 32n) * n;
      low = BigInt.asUintN(32, product);
    } while (low < n && low < (0x100000000n - n) % n);
    return Number(product >> 32n);
  }

  shuffle(items) {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
}
