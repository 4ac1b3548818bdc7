/** A heading of a document: its text, its number ('6.2'; null without one), and the anchor that GitHub gives it. */
export interface Heading {
  readonly number: string | null;
  readonly name: string;
  readonly anchor: string;
}

/** A piece of code in a document: what is between backticks, or one line of a fenced block. */
export interface CodeText {
  readonly text: string;
  /** The language of the block ('' without one); null for code between backticks. */
  readonly fence: string | null;
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```/gm;

/** The headings of a document, in order. */
export function headingsOf(text: string): Heading[] {
  const seen = new Map<string, number>();
  return [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => {
    const numbered = /^(\d+(?:\.\d+)*)\.? (.*)$/.exec(title);
    const plain = anchorOf(title);
    const before = seen.get(plain) ?? 0;
    seen.set(plain, before + 1);
    return {
      number: numbered?.[1] ?? null,
      name: numbered?.[2] ?? title,
      anchor: before === 0 ? plain : `${plain}-${before}`,
    };
  });
}

/** Code between backticks and lines of fenced blocks. A line that ends in a backslash is joined with the next. */
export function codeOf(text: string): CodeText[] {
  const spans = [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => ({ text: code, fence: null }));
  const lines = [...text.matchAll(FENCE)].flatMap(([, fence = '', body = '']) =>
    body
      .replace(/\\\n\s*/g, ' ')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => ({ text: line, fence })),
  );
  return [...spans, ...lines];
}

/** The document without its fenced blocks. */
export function withoutFences(text: string): string {
  return text.replace(FENCE, '');
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-');
}
