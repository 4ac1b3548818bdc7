/** Limits open event streams, in total and per network, so that one visitor cannot take all slots. */
export class OpenLines {
  readonly #most: number;
  readonly #mostOfNetwork: number;
  readonly #byNetwork = new Map<string, number>();
  #all = 0;

  constructor({ most, mostOfNetwork }: { readonly most: number; readonly mostOfNetwork: number }) {
    this.#most = most;
    this.#mostOfNetwork = mostOfNetwork;
  }

  /** Takes a slot for a network; where none is free, returns which limit is reached. */
  enter(network: string): 'entered' | 'network full' | 'full' {
    const own = this.#byNetwork.get(network) ?? 0;
    if (own >= this.#mostOfNetwork) return 'network full';
    if (this.#all >= this.#most) return 'full';
    this.#byNetwork.set(network, own + 1);
    this.#all += 1;
    return 'entered';
  }

  /** Releases a slot. */
  leave(network: string): void {
    const left = (this.#byNetwork.get(network) ?? 0) - 1;
    // Deletes a network without streams, so that the map has at most as many entries as there are streams.
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
    this.#all -= 1;
  }
}
