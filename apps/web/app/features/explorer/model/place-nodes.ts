import type { GraphEdge, GraphNode } from '@assay/contracts';
import { append } from './append.ts';

/** Where nodes are, by id, in the units of the layout. */
export type Positions = ReadonlyMap<string, readonly [x: number, y: number]>;

/** Between two steps from the subject, and between two nodes of one step. */
const STEP_WIDTH = 220;
const ROW_HEIGHT = 84;

/**
 * First places: the subject in the middle, what paid it to the left and what it paid to the right, one column a step.
 * The same graph gives the same places.
 */
export function placeNodes(nodes: readonly GraphNode[], edges: readonly GraphEdge[], subject: string): Positions {
  const column = columnsOf(edges, subject);
  const rows = new Map<number, string[]>();
  for (const { id } of nodes) append(rows, column.get(id) ?? 0, id);
  const places = new Map<string, readonly [number, number]>();
  for (const [at, ids] of rows) {
    // A long column becomes several, so that it stays readable.
    const height = Math.max(6, Math.ceil(Math.sqrt(ids.length) * 2));
    ids.forEach((id, index) => {
      const inColumn = Math.min(height, ids.length - Math.floor(index / height) * height);
      const aside = Math.floor(index / height) * STEP_WIDTH * 0.5 * Math.sign(at || 1);
      const y = ((index % height) - (inColumn - 1) / 2) * ROW_HEIGHT;
      places.set(id, id === subject ? [0, 0] : [at * STEP_WIDTH + aside, y]);
    });
  }
  return places;
}

/** Steps from the subject: below 0 against the money, above 0 with it; the shorter way counts, and the payer's first. */
function columnsOf(edges: readonly GraphEdge[], subject: string): ReadonlyMap<string, number> {
  const payers = new Map<string, string[]>();
  const payees = new Map<string, string[]>();
  for (const { from, to } of edges) {
    append(payers, to, from);
    append(payees, from, to);
  }
  const columns = new Map([[subject, 0]]);
  let front = [subject];
  while (front.length > 0) {
    const next: string[] = [];
    for (const id of front) {
      const at = columns.get(id) ?? 0;
      for (const [beside, side] of [
        [payers, -1],
        [payees, 1],
      ] as const) {
        for (const far of beside.get(id) ?? []) {
          if (columns.has(far)) continue;
          // Beyond the first step money is followed on in the direction it has; a step back stays in its column's side.
          columns.set(far, at === 0 ? side : at + (Math.sign(at) === side ? side : -side));
          next.push(far);
        }
      }
    }
    front = next;
  }
  return columns;
}
