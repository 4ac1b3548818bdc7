export interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** The lines of a log. Throws at the first line that is not one JSON object with a level, a time and a message. */
export function logLines(text: string): readonly LogLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const parsed = parse(line);
      if (typeof parsed?.level !== 'number' || typeof parsed.time !== 'number' || typeof parsed.msg !== 'string') {
        throw new Error(`This line is not one of the log: ${line}`);
      }
      return parsed as LogLine;
    });
}

function parse(line: string): Partial<LogLine> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
