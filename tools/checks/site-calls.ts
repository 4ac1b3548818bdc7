/**
 * Finds where the site names a call of the API by a text of its own. The typed client makes calls, and `pathOf` of
 * @assay/contracts the paths of links, both from the contracts: a path that none of them has does not compile.
 */
import { isNode, type Node, nameOf, nodesIn, treeOf } from './syntax.ts';

/** A text that begins with `/api/` and is no path of a call, or a file that passes on what the client sends. */
interface Stated {
  readonly what: string;
  readonly reason: string;
}

const STATED_TEXTS: readonly Stated[] = [
  { what: '/api/', reason: 'robots.txt: what is not indexed' },
  { what: '/api/monitor/check/*/preview.png', reason: 'robots.txt: a pattern of paths' },
  { what: '/api/v1/openapi.json', reason: 'the document that is made of the contracts' },
];

const APP = 'apps/web/app/';

const STATED_FILES: readonly Stated[] = [
  { what: `${APP}shell/session/browser-client.ts`, reason: 'sends what the typed client asks' },
  { what: `${APP}shell/session/form-client.ts`, reason: 'sends what the typed client asks' },
  { what: `${APP}shell/session/with-refresh.ts`, reason: 'sends what the typed client asks' },
  { what: `${APP}features/result/use-check-state.ts`, reason: 'the path of the events is made by followCheck' },
  { what: `${APP}features/verify/check-file.ts`, reason: 'reads what the verifier of a certificate names' },
];

const SENDERS = ['fetch', 'apiFetch', 'EventSource', 'XMLHttpRequest', 'WebSocket', 'sendBeacon'];

/** Texts in a source that begin with `/api/`. */
export function pathsIn(text: string, isPage: boolean): readonly string[] {
  if (!text.includes('/api')) return [];
  return [...nodesIn(treeOf(text, isPage))].flatMap((node) => {
    const value =
      node.type === 'StringLiteral' ? node['value'] : node.type === 'TemplateElement' ? node['cooked'] : null;
    return typeof value === 'string' && /^\/api(?:\/|\?)/.test(value) ? [value] : [];
  });
}

/** Requests in a source whose path neither `pathOf` makes nor a text states: the name of what sends each. */
export function requestsIn(text: string, isPage: boolean): readonly string[] {
  if (!SENDERS.some((name) => text.includes(name))) return [];
  return [...nodesIn(treeOf(text, isPage))].flatMap((node) => {
    const sender = senderOf(node);
    if (sender === null) return [];
    const [first] = Array.isArray(node['arguments']) ? node['arguments'] : [];
    const given: unknown = typeof first === 'object' && first !== null ? first.expression : null;
    return isNode(given) && (given.type === 'StringLiteral' || hasPathOf(given)) ? [] : [sender];
  });
}

/** What a node sends a request by; null for any other node. */
function senderOf(node: Node): string | null {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
  const callee = node['callee'];
  if (!isNode(callee)) return null;
  const isOfContext =
    callee.type === 'CallExpression' && [...nodesIn(callee)].some((one) => nameOf(one) === 'apiFetchContext');
  if (isOfContext) return 'apiFetch';
  const name = callee.type === 'MemberExpression' ? nameOf(callee['property']) : nameOf(callee);
  return name !== null && SENDERS.includes(name) ? name : null;
}

function hasPathOf(node: Node): boolean {
  return [...nodesIn(node)].some((one) => one.type === 'CallExpression' && nameOf(one['callee']) === 'pathOf');
}

/** What is wrong in the sources of the site, by path without tests. */
export function siteCallProblems(
  files: ReadonlyMap<string, string>,
  statedTexts: readonly Stated[] = STATED_TEXTS,
  statedFiles: readonly Stated[] = STATED_FILES,
): string[] {
  const read = [...files].map(([file, text]) => {
    const isPage = file.endsWith('.tsx');
    return { file, paths: pathsIn(text, isPage), requests: requestsIn(text, isPage) };
  });
  const isStated = (stated: readonly Stated[], what: string) => stated.some((one) => one.what === what);
  const unused = [
    ...statedTexts.filter(({ what }) => read.every(({ paths }) => !paths.includes(what))),
    ...statedFiles.filter(({ what }) => read.every(({ file, requests }) => file !== what || requests.length === 0)),
  ];
  return [
    ...read.flatMap(({ file, paths }) =>
      paths
        .filter((path) => !isStated(statedTexts, path))
        .map((path) => `${file}: names '${path}': call it by the typed client, or make its path by pathOf`),
    ),
    ...read.flatMap(({ file, requests }) =>
      isStated(statedFiles, file)
        ? []
        : requests.map((by) => `${file}: sends a request by ${by}: use the typed client`),
    ),
    ...unused.map(({ what }) => `'${what}' is not needed any more: remove it from the list`),
  ];
}
