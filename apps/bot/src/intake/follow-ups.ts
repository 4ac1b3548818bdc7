/**
 * What goes on after an update was answered, such as following a check: the chat's next message need not wait for it,
 * but the update counts as done only when it is over.
 */
export class FollowUps {
  readonly #open = new Map<number, Promise<void>[]>();

  /** Ties work to an update. The work must not fail: whoever starts it answers for that. */
  add(updateId: number, work: Promise<void>): void {
    this.#open.set(updateId, [...(this.#open.get(updateId) ?? []), work]);
  }

  /** When everything tied to an update is over. */
  async settled(updateId: number): Promise<void> {
    for (;;) {
      const open = this.#open.get(updateId);
      if (open === undefined) return;
      await Promise.all(open);
      if (this.#open.get(updateId) === open) this.#open.delete(updateId);
    }
  }
}
