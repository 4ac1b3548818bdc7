/** Text with Telegram's HTML; inserted values are already escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html;

/**
 * Builds HTML: the template's text is kept, inserted values are escaped unless they are `Html`.
 *
 * @example html`<b>${'5 < 6'}</b>`.text // '<b>5 &lt; 6</b>'
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + escaped(parts[index - 1] ?? '') + string));
}

/** Joins lines; null ones are left out. */
export function lines(...all: readonly (Html | string | null)[]): Html {
  return new Html(
    all
      .filter((line) => line !== null)
      .map(escaped)
      .join('\n'),
  );
}

/** The same, with never more than one empty line between two others. */
export function paragraphs(...all: readonly (Html | string | null)[]): Html {
  const there = all.filter((line) => line !== null);
  return lines(...there.filter((line, index) => line !== '' || there[index - 1] !== ''));
}

function escaped(part: Part): string {
  if (part instanceof Html) return part.text;
  return String(part).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
