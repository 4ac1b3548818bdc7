import { nodeIn, nodesIn, type TreeNode, wordIn, wordsIn } from './node-tree.ts';

const INNER_JOIN = '0';

/** Columns that are compared by WHERE and by inner joins, or found not to be null. */
export function letThrough(query: TreeNode): ReadonlySet<string> {
  const found = new Set<string>();
  const addOperands = (condition: TreeNode): void => {
    if (condition.type === 'BOOLEXPR' && wordIn(condition, 'boolop') === 'and')
      nodesIn(condition, 'args').forEach(addOperands);
    const isNotNullTest = condition.type === 'NULLTEST' && wordIn(condition, 'nulltesttype') === '1';
    // Of an empty list, ALL says yes to null too.
    const isAny = condition.type === 'SCALARARRAYOPEXPR' && wordIn(condition, 'useOr') === 'true';
    const isComparison = condition.type === 'OPEXPR' || isAny;
    const operands = isNotNullTest ? [nodeIn(condition, 'arg')] : isComparison ? nodesIn(condition, 'args') : [];
    for (const operand of operands) {
      const bare = operand?.type === 'RELABELTYPE' ? nodeIn(operand, 'arg') : operand;
      if (bare?.type === 'VAR' && wordIn(bare, 'varlevelsup') === '0') found.add(keyOf(bare));
    }
  };
  const visit = (item: TreeNode): void => {
    if (item.type === 'JOINEXPR') {
      for (const side of ['larg', 'rarg']) {
        const part = nodeIn(item, side);
        if (part !== null) visit(part);
      }
      if (wordIn(item, 'jointype') !== INNER_JOIN) return;
    }
    const quals = nodeIn(item, 'quals');
    if (quals !== null) addOperands(quals);
    nodesIn(item, 'fromlist').forEach(visit);
  };
  const tables = nodeIn(query, 'jointree');
  if (tables !== null) visit(tables);
  return found;
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
