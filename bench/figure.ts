/**
 * Prints a key figure of the benchmark that runs, for `npm run bench`: it compares the figure with its row of
 * `bench/targets.json`, where the figure is named `<script of bench/package.json>/<name>`, and keeps it in `results.json`.
 *
 * @example figure('usual-ms', 38.2); // 'report/usual-ms' in targets.json
 * @param name lower-case words with hyphens, the unit last; each printed once a run
 * @param value in the unit that targets.json states, without rounding
 * @throws {RangeError} for a value that is no number, as it was not measured
 */
export function figure(name: string, value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`The figure ${name} is ${value}`);
  process.stdout.write(`figure ${JSON.stringify({ name, value })}\n`);
}
