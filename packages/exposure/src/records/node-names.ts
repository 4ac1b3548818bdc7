import type { NodeId } from './record.ts';

/** Gives node ids to texts, in the order they are first named. */
export class NodeNames {
  readonly #first: NodeId;
  readonly #nodes = new Map<string, NodeId>();
  readonly #names: string[] = [];

  constructor(first: NodeId) {
    this.#first = first;
  }

  nodeOf(name: string): NodeId {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const node = this.#first + this.#names.length;
    this.#nodes.set(name, node);
    this.#names.push(name);
    return node;
  }

  find(name: string): NodeId | null {
    return this.#nodes.get(name) ?? null;
  }

  nameOf(node: NodeId): string {
    const name = this.#names[node - this.#first];
    if (name === undefined) throw new RangeError(`node ${node} is not of this store`);
    return name;
  }
}
