import { nodeIn, nodesIn, type TreeNode, wordIn, wordsIn } from './node-tree.ts';

const INNER_JOIN = '0';
const SELECT = '1';

/** A query, inside another or not. */
export interface Scope {
  readonly query: TreeNode;
  readonly parent: Scope | null;
  /** Columns that its conditions let through only where they are not null. */
  readonly notNull: ReadonlySet<string>;
}

/** Columns that are compared by WHERE and by inner joins, or found not to be null. */
export function letThrough(query: TreeNode): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (item: TreeNode): void => {
    if (item.type === 'JOINEXPR') {
      for (const side of ['larg', 'rarg']) {
        const part = nodeIn(item, side);
        if (part !== null) visit(part);
      }
      if (wordIn(item, 'jointype') !== INNER_JOIN) return;
    }
    const quals = nodeIn(item, 'quals');
    if (quals !== null) for (const key of comparedIn(quals)) found.add(key);
    nodesIn(item, 'fromlist').forEach(visit);
  };
  const tables = nodeIn(query, 'jointree');
  if (tables !== null) visit(tables);
  return found;
}

/** Columns of the same query that are not null where a condition holds: it compares them, or says so. */
function comparedIn(condition: TreeNode): ReadonlySet<string> {
  if (condition.type === 'BOOLEXPR' && wordIn(condition, 'boolop') === 'and') {
    return new Set(nodesIn(condition, 'args').flatMap((part) => [...comparedIn(part)]));
  }
  const isNotNullTest = condition.type === 'NULLTEST' && wordIn(condition, 'nulltesttype') === '1';
  // Of an empty list, ALL says yes to null too.
  const isAny = condition.type === 'SCALARARRAYOPEXPR' && wordIn(condition, 'useOr') === 'true';
  const isComparison = condition.type === 'OPEXPR' || isAny;
  const operands = isNotNullTest ? [nodeIn(condition, 'arg')] : isComparison ? nodesIn(condition, 'args') : [];
  return new Set(
    operands.flatMap((operand) => {
      const bare = operand?.type === 'RELABELTYPE' ? nodeIn(operand, 'arg') : operand;
      return bare?.type === 'VAR' && wordIn(bare, 'varlevelsup') === '0' ? [keyOf(bare)] : [];
    }),
  );
}

export function keyOf(column: TreeNode): string {
  return `${wordIn(column, 'varno')}.${wordIn(column, 'varattno')} ${wordsIn(column, 'varnullingrels').join(' ')}`;
}

/** A query that gives one row whatever the tables hold. */
export function hasOneRow(query: TreeNode): boolean {
  const isLimited = nodeIn(query, 'limitCount') !== null || nodeIn(query, 'limitOffset') !== null;
  const isGrouped = nodesIn(query, 'groupClause').length > 0 || nodesIn(query, 'groupingSets').length > 0;
  const isWhole = wordIn(query, 'hasAggs') === 'true' && !isGrouped && nodeIn(query, 'havingQual') === null;
  const tables = nodeIn(query, 'jointree');
  const isOfNoTable = tables !== null && nodesIn(tables, 'fromlist').length === 0 && nodeIn(tables, 'quals') === null;
  return !isLimited && nodeIn(query, 'setOperations') === null && (isWhole || isOfNoTable);
}

/** The same query where nothing has been assigned: the expressions of SET read the row as it was. */
export function beforeUpdate(query: TreeNode): TreeNode {
  return { type: query.type, fields: new Map(query.fields).set('commandType', SELECT) };
}

/** Where a branch of CASE is chosen, its condition holds. */
export function whereTrue(when: TreeNode, scope: Scope): Scope {
  const condition = nodeIn(when, 'expr');
  return condition === null ? scope : { ...scope, notNull: new Set([...scope.notNull, ...comparedIn(condition)]) };
}
