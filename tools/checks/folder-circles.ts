/**
 * Finds circles between folders. Inside every folder, what it contains (files and subfolders) must depend on each other
 * in one direction: an import from `a/b/x.ts` to `a/c/d/y.ts` is an arrow from `b` to `c` inside `a`. Circles of files
 * alone are found by the rule 'no-cycles' already. Tests are left out: they may use what supports them.
 */

/** One file imports another; paths from the root of the repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Arrows from one part of a folder to another, and the imports that make it. */
export interface Arrow {
  /** The folder that contains both parts. */
  readonly inside: string;
  readonly from: string;
  readonly to: string;
  readonly imports: readonly Import[];
}

/** An arrow that is known to close a circle, and why it is still there. */
export interface Exemption {
  readonly inside: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** Problems of a graph of imports: circles without an exemption, and exemptions of arrows that close no circle. */
export function circleProblems(imports: readonly Import[], exemptions: readonly Exemption[] = []): string[] {
  const arrows = arrowsOf(imports);
  const closing = new Set(circlesOf(arrows).flat().map(nameOf));
  const isExempt = (arrow: Arrow) => exemptions.some((exemption) => nameOf(exemption) === nameOf(arrow));
  const left = circlesOf(arrows.filter((arrow) => !isExempt(arrow)));
  return [
    ...left.map(describe),
    ...exemptions
      .filter((exemption) => !closing.has(nameOf(exemption)))
      .map((exemption) => `${nameOf(exemption)} closes no circle any more: remove its exemption`),
  ];
}

/** The arrows between the parts of each folder. */
export function arrowsOf(imports: readonly Import[]): Arrow[] {
  const found = new Map<string, Arrow & { readonly imports: Import[] }>();
  for (const each of imports) {
    const [from, to] = [each.from.split('/'), each.to.split('/')];
    const depth = from.findIndex((part, index) => part !== to[index]);
    const [a, b] = [from[depth], to[depth]];
    if (a === undefined || b === undefined) continue;
    const arrow = { inside: from.slice(0, depth).join('/'), from: a, to: b, imports: [] };
    const known = found.get(nameOf(arrow)) ?? arrow;
    known.imports.push(each);
    found.set(nameOf(arrow), known);
  }
  return [...found.values()];
}

/** Sets of arrows that form circles, one for each group of parts that reach each other. */
function circlesOf(arrows: readonly Arrow[]): Arrow[][] {
  return [...Map.groupBy(arrows, ({ inside }) => inside).values()].flatMap((inFolder) => {
    const reached = new Map<string, Set<string>>();
    for (const { from } of inFolder) if (!reached.has(from)) reached.set(from, reachedFrom(from, inFolder));
    const isBack = ({ from, to }: Arrow) => reached.get(to)?.has(from) === true;
    // Parts of one circle reach the same set of parts, which contains all of them.
    const groups = Map.groupBy(inFolder.filter(isBack), ({ from }) =>
      [...(reached.get(from) ?? [])]
        .filter((part) => reached.get(part)?.has(from))
        .toSorted()
        .join(),
    );
    return [...groups.values()];
  });
}

function reachedFrom(start: string, arrows: readonly Arrow[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const { from, to } of arrows) {
      if (from !== part || reached.has(to)) continue;
      reached.add(to);
      waiting.push(to);
    }
  }
  return reached;
}

function nameOf({ inside, from, to }: Omit<Exemption, 'reason'>): string {
  return `${inside}: ${from} → ${to}`;
}

function describe(circle: readonly Arrow[]): string {
  const lines = circle.map(({ from, to, imports }) => {
    const [first] = imports;
    return `  ${from} → ${to}, ${imports.length} imports, such as ${first?.from} of ${first?.to}`;
  });
  return [`${circle[0]?.inside}: its parts depend on each other in a circle`, ...lines].join('\n');
}
