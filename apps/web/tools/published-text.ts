import path from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** A text of this repository as pages show it. */
export interface PublishedText {
  readonly title: string;
  readonly html: string;
  /** Second-level headings, for a table of contents. */
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/**
 * Turns Markdown files of this repository into published texts at build time, so that no page carries a copy. `.text`
 * files are Markdown with placeholders, and make sense on their page only.
 */
export function publishedTexts(): Plugin {
  return {
    name: 'published-texts',
    transform(source, id) {
      if (!/\.(md|text)$/.test(id)) return null;
      return { code: `export default ${JSON.stringify(renderText(withPages(source, id)))};`, map: null };
    },
  };
}

/** Texts that have a page, by their place in the repository. */
const PAGES: Readonly<Record<string, string>> = {
  'docs/developers/README.md': '/developers',
  'docs/method/README.md': '/method',
  'docs/method/2/README.md': '/method/2',
};

/** A guide for developers, whose page is named like its file. */
const GUIDE = /\/docs\/developers\/([a-z-]+)\.md$/;

/** Links from one published text to another lead to its page. */
export function withPages(markdown: string, file: string): string {
  return markdown.replace(/\]\(([\w./-]+\.md)/g, (link, target: string) => {
    const place = path.posix.join(path.posix.dirname(file), target);
    const own = Object.entries(PAGES).find(([text]) => place.endsWith(`/${text}`))?.[1];
    const page = own ?? GUIDE.exec(place)?.[1]?.replace(/^/, '/developers/');
    return page === undefined ? link : `](${page}`;
  });
}

/**
 * Headings get the ids that links in the text use, tables a frame of their own to scroll in, and the first heading and
 * a line 'Contents: …' are left out: the page has a title and a table of contents.
 *
 * @throws Error when the text has no first-level heading, or HTML of its own
 */
export function renderText(markdown: string): PublishedText {
  const sections: { id: string; title: string }[] = [];
  let title = '';
  let lastHeading = '';
  const marked = new Marked({
    renderer: {
      heading({ depth, text, tokens }: Tokens.Heading) {
        if (depth === 1) {
          title = text;
          return '';
        }
        lastHeading = plainText(text);
        const id = slugOf(text);
        if (depth === 2) sections.push({ id, title: lastHeading });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      paragraph({ text, tokens }: Tokens.Paragraph) {
        return text.startsWith('Contents:') ? '' : `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          row.map((cell) => {
            const scope = tag === 'th' && cell.text !== '' ? ' scope="col"' : '';
            const name = cell.text === '' ? 'td' : tag;
            return `<${name}${scope}>${this.parser.parseInline(cell.tokens)}</${name}>`;
          });
        const head = `<tr>${cells(header, 'th').join('')}</tr>`;
        const body = rows.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`).join('\n');
        const label = `Table: ${lastHeading}`.replaceAll('"', '&quot;');
        return `<div class="text-table" role="group" aria-label="${label}" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag): string {
        throw new Error(`A published text carries no HTML of its own: ${text}`);
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  if (title === '') throw new Error('A published text begins with a heading of the first level');
  return { title, html, sections };
}

/** The id GitHub gives a heading, so that links in the text work in both places. */
function slugOf(heading: string): string {
  return plainText(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function plainText(markdown: string): string {
  // An underscore within a word is part of it.
  return markdown.replace(/[`*]|(?<!\w)_|_(?!\w)/g, '');
}
