/** A node of a tree as PostgreSQL writes it (`pg_node_tree`): `{VAR :varno 1 :varnullingrels (b)}`. */
export interface TreeNode {
  readonly type: string;
  readonly fields: ReadonlyMap<string, Tree>;
}

/** A word, a list, or a node. `<>` (nothing) is the empty word. */
export type Tree = string | readonly Tree[] | TreeNode;

const TOKEN = /"(?:\\.|[^"\\])*"|[(){}]|(?:\\.|[^\s(){}])+/g;

/** @throws Error where the text is no tree */
export function parseTree(text: string): Tree {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;

  function next(): string {
    const token = tokens[at++];
    if (token === undefined) throw new Error('The tree of a statement ends early');
    return token;
  }

  function one(): Tree {
    const token = next();
    if (token === '{') return node();
    if (token !== '(') return wordOf(token);
    const list: Tree[] = [];
    while (tokens[at] !== ')') list.push(one());
    next();
    return list;
  }

  function node(): TreeNode {
    const type = next();
    const fields = new Map<string, Tree>();
    while (tokens[at] !== '}') {
      const name = next().slice(1);
      const values: Tree[] = [];
      while (tokens[at] !== '}' && tokens[at]?.startsWith(':') === false) values.push(one());
      const [first] = values;
      fields.set(name, values.length === 1 && first !== undefined ? first : values);
    }
    next();
    return { type, fields };
  }

  return one();
}

function wordOf(token: string): string {
  if (token === '<>') return '';
  return (token.startsWith('"') ? token.slice(1, -1) : token).replaceAll(/\\(.)/g, '$1');
}

export const isNode = (tree: Tree | undefined): tree is TreeNode =>
  typeof tree === 'object' && !Array.isArray(tree) && 'type' in tree;

/** The nodes of a list in a field; none where the field is empty. */
export function nodesIn(node: TreeNode, field: string): readonly TreeNode[] {
  const value = node.fields.get(field);
  return typeof value === 'object' && !isNode(value) ? value.filter(isNode) : [];
}

export function nodeIn(node: TreeNode, field: string): TreeNode | null {
  const value = node.fields.get(field);
  return isNode(value) ? value : null;
}

export function wordIn(node: TreeNode, field: string): string {
  const value = node.fields.get(field);
  return typeof value === 'string' ? value : '';
}

/** Words of a list that begins with its kind, such as `(b 1 3)` and `(i 4)`. */
export function wordsIn(node: TreeNode, field: string): readonly string[] {
  const value = node.fields.get(field);
  if (typeof value !== 'object' || isNode(value)) return [];
  return value.filter((word) => typeof word === 'string').slice(1);
}
