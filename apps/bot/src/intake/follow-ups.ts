/**
 * Work that continues after an update was answered, such as following a check: the chat's next message need not wait,
 * but the update counts as done only when this work has ended.
 */
export class FollowUps {
  readonly #open = new Map<number, Promise<void>[]>();

  /** Adds work to an update. The work must not reject: its caller handles failures. */
  add(updateId: number, work: Promise<void>): void {
    this.#open.set(updateId, [...(this.#open.get(updateId) ?? []), work]);
  }

  /** Resolves when all work of an update has ended. */
  async settled(updateId: number): Promise<void> {
    for (;;) {
      const open = this.#open.get(updateId);
      if (open === undefined) return;
      await Promise.all(open);
      if (this.#open.get(updateId) === open) this.#open.delete(updateId);
    }
  }
}
