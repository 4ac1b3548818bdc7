/** Counts what is held open, over all and by each network, so that no single visitor takes everybody's places. */
export class OpenLines {
  readonly #most: number;
  readonly #mostOfNetwork: number;
  readonly #byNetwork = new Map<string, number>();
  #all = 0;

  constructor({ most, mostOfNetwork }: { readonly most: number; readonly mostOfNetwork: number }) {
    this.#most = most;
    this.#mostOfNetwork = mostOfNetwork;
  }

  /** Takes a place for a network; says whose places are taken where there is none. */
  enter(network: string): 'entered' | 'network full' | 'full' {
    const own = this.#byNetwork.get(network) ?? 0;
    if (own >= this.#mostOfNetwork) return 'network full';
    if (this.#all >= this.#most) return 'full';
    this.#byNetwork.set(network, own + 1);
    this.#all += 1;
    return 'entered';
  }

  /** Gives a place back. */
  leave(network: string): void {
    const left = (this.#byNetwork.get(network) ?? 0) - 1;
    // A network without lines is forgotten: the map holds no more of them than there are lines.
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
    this.#all -= 1;
  }
}
