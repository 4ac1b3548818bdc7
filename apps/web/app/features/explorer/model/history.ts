/** A state with what it was before, and what was undone. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
}

const MOST_STEPS = 100;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] };
}

/** A step that can be undone; what was undone before can no longer be done again. */
export function step<State>({ past, present }: History<State>, next: State): History<State> {
  return { past: [...past, present].slice(-MOST_STEPS), present: next, future: [] };
}

/** A change that is no step of its own, such as what is selected. */
export function replace<State>(history: History<State>, present: State): History<State> {
  return { ...history, present };
}

export function undo<State>(history: History<State>): History<State> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

export function redo<State>(history: History<State>): History<State> {
  const [next, ...later] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future: later };
}
