import type { Catalogue } from './catalogue.ts';
import { beforeUpdate, hasOneRow, keyOf, letThrough, type Scope, whereTrue } from './conditions.ts';
import {
  constant,
  either,
  type Fact,
  NOT_NULL,
  NOT_NULL_IN_STEP,
  UNKNOWN,
  UNKNOWN_NULL,
  withoutValues,
} from './fact.ts';
import { jsonOf, typeNameOf } from './json.ts';
import { ALWAYS_NOT_NULL, NOT_NULL_OF_NOT_NULL, NULL_OPERATORS, PER_GROUP } from './never-null.ts';
import { isNode, nodeIn, nodesIn, type Tree, type TreeNode, wordIn, wordsIn } from './node-tree.ts';

/** Kinds of `RANGETBLENTRY`. */
const RTE = { table: '0', subquery: '1', join: '2', function: '3', values: '5', cte: '6', group: '9' } as const;
/** Kinds of `SUBLINK`. */
const SUBLINK = { exists: '0', any: '2', expression: '4', array: '6' } as const;
/** Of `SQLVALUEFUNCTION`: null where no schema of the search path is there. */
const CURRENT_SCHEMA = '14';
const UPDATE = '2';

/**
 * What PostgreSQL's own analysis of a statement says of its columns, in their order: the tree names the table of every
 * column, the outer joins that can make it null, and the function of every operator. What is not certain is nullable.
 */
export class Facts {
  readonly #catalogue: Catalogue;
  /** Queries of WITH whose columns are being worked out. */
  readonly #open = new Map<TreeNode, Set<number>>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  ofStatement(query: TreeNode): readonly Fact[] {
    return this.#columnsOf(query, null);
  }

  #columnsOf(query: TreeNode, parent: Scope | null): readonly Fact[] {
    const scope: Scope = { query, parent, notNull: letThrough(query) };
    const operations = nodeIn(query, 'setOperations');
    if (operations !== null) return this.#unitedColumns(operations, scope);
    const returned = nodesIn(query, 'returningList');
    const targets = returned.length > 0 ? returned : nodesIn(query, 'targetList');
    return targets
      .filter((target) => wordIn(target, 'resjunk') !== 'true')
      .map((target) => this.#factIn(target, 'expr', scope));
  }

  #unitedColumns(operation: TreeNode, scope: Scope): readonly Fact[] {
    if (operation.type === 'RANGETBLREF') {
      const table = nodesIn(scope.query, 'rtable')[Number(wordIn(operation, 'rtindex')) - 1];
      const subquery = table === undefined ? null : nodeIn(table, 'subquery');
      return subquery === null ? [] : this.#columnsOf(subquery, scope);
    }
    const [left = [], right = []] = ['larg', 'rarg'].map((field) => {
      const side = nodeIn(operation, field);
      return side === null ? [] : this.#unitedColumns(side, scope);
    });
    return left.map((fact, at) => either([fact, right[at] ?? UNKNOWN]));
  }

  #factIn(node: TreeNode, field: string, scope: Scope): Fact {
    const expression = nodeIn(node, field);
    return expression === null ? UNKNOWN : this.#factOf(expression, scope);
  }

  #argsOf(node: TreeNode, scope: Scope, field = 'args'): readonly Fact[] {
    return nodesIn(node, field).map((arg) => this.#factOf(arg, scope));
  }

  #factOf(node: TreeNode, scope: Scope): Fact {
    const fact = this.#bareFactOf(node, scope);
    const json = jsonOf(node, this.#catalogue, (part) => this.#factOf(part, scope));
    return json === null ? fact : { ...fact, json };
  }

  #bareFactOf(node: TreeNode, scope: Scope): Fact {
    switch (node.type) {
      case 'VAR':
        return this.#column(node, scope);
      case 'CONST':
        return constant(node);
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ROWEXPR':
      case 'GROUPINGFUNC':
        return NOT_NULL;
      case 'SQLVALUEFUNCTION':
        return { ...NOT_NULL, isNullable: wordIn(node, 'op') === CURRENT_SCHEMA };
      case 'ARRAYEXPR':
        return { ...NOT_NULL, values: either(this.#argsOf(node, scope, 'elements')).values };
      case 'RELABELTYPE':
      case 'COLLATEEXPR':
        return this.#factIn(node, 'arg', scope);
      case 'TARGETENTRY':
        return this.#factIn(node, 'expr', scope);
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
        return { ...NOT_NULL, isNullable: this.#factIn(node, 'arg', scope).isNullable };
      case 'COALESCEEXPR':
      case 'MINMAXEXPR': {
        const args = this.#argsOf(node, scope);
        return { ...either(args), isNullable: args.every(({ isNullable }) => isNullable) };
      }
      case 'NULLIFEXPR':
        return { ...either(this.#argsOf(node, scope).slice(0, 1)), isNullable: true };
      case 'CASEEXPR':
        return either([
          ...nodesIn(node, 'args').map((when) => this.#factIn(when, 'result', whereTrue(when, scope))),
          nodeIn(node, 'defresult') === null ? UNKNOWN_NULL : this.#factIn(node, 'defresult', scope),
        ]);
      case 'BOOLEXPR':
        return withoutValues(either(this.#argsOf(node, scope)));
      case 'SCALARARRAYOPEXPR':
        return this.#comparedToAny(node, scope);
      case 'OPEXPR': {
        const name = this.#catalogue.operators.get(wordIn(node, 'opno')) ?? '';
        return NULL_OPERATORS.has(name) ? UNKNOWN : withoutValues(either(this.#argsOf(node, scope)));
      }
      case 'FUNCEXPR':
        return this.#call(node, scope);
      case 'AGGREF':
        return this.#aggregate(node, scope);
      case 'WINDOWFUNC':
        return this.#catalogue.functions.get(wordIn(node, 'winfnoid')) === 'count' ? NOT_NULL : UNKNOWN;
      case 'SUBLINK':
        return this.#subquery(node, scope);
      default:
        return UNKNOWN;
    }
  }

  /** Of a list that has null in it, the comparison is null where nothing else decides it. */
  #comparedToAny(node: TreeNode, scope: Scope): Fact {
    const [value, list] = nodesIn(node, 'args');
    if (value === undefined || list?.type !== 'ARRAYEXPR') return UNKNOWN;
    return withoutValues(either([this.#factOf(value, scope), ...this.#argsOf(list, scope, 'elements')]));
  }

  #call(node: TreeNode, scope: Scope): Fact {
    const name = this.#catalogue.functions.get(wordIn(node, 'funcid')) ?? '';
    if (ALWAYS_NOT_NULL.has(name)) return NOT_NULL;
    const args = withoutValues(either(this.#argsOf(node, scope)));
    if (NOT_NULL_OF_NOT_NULL.has(name)) return args;
    // A cast by a function: 0 is a call. Of JSON, null has a value of its own, which is cast to null.
    const isCast = wordIn(node, 'funcformat') !== '0';
    const isOfJson = nodesIn(node, 'args').some((arg) => typeNameOf(arg, this.#catalogue) === 'jsonb');
    return isCast && !isOfJson ? args : UNKNOWN;
  }

  #aggregate(node: TreeNode, scope: Scope): Fact {
    const name = this.#catalogue.functions.get(wordIn(node, 'aggfnoid')) ?? '';
    if (name === 'count') return NOT_NULL;
    const args = either(this.#argsOf(node, scope));
    const values = ['min', 'max', 'array_agg'].includes(name) ? args.values : null;
    const isOfGroup =
      wordIn(node, 'agglevelsup') === '0' &&
      nodesIn(scope.query, 'groupClause').length > 0 &&
      nodesIn(scope.query, 'groupingSets').length === 0;
    const isCertain = isOfGroup && nodeIn(node, 'aggfilter') === null && PER_GROUP.has(name);
    return { isNullable: !isCertain || args.isNullable, values, json: null };
  }

  #subquery(node: TreeNode, scope: Scope): Fact {
    const query = nodeIn(node, 'subselect');
    const kind = wordIn(node, 'subLinkType');
    if (query === null || kind === SUBLINK.exists) return query === null ? UNKNOWN : NOT_NULL;
    const [column = UNKNOWN] = this.#columnsOf(query, scope);
    if (kind === SUBLINK.array) return { ...NOT_NULL, values: column.values };
    if (kind === SUBLINK.expression) return { ...column, isNullable: column.isNullable || !hasOneRow(query) };
    if (kind !== SUBLINK.any) return UNKNOWN;
    const test = nodeIn(node, 'testexpr');
    const compared = test === null ? [] : nodesIn(test, 'args').filter((arg) => arg.type !== 'PARAM');
    return withoutValues(either([column, ...compared.map((arg) => this.#factOf(arg, scope))]));
  }

  #column(node: TreeNode, from: Scope): Fact {
    let scope: Scope | null = from;
    for (let up = Number(wordIn(node, 'varlevelsup')); up > 0 && scope !== null; up--) scope = scope.parent;
    const table = scope === null ? undefined : nodesIn(scope.query, 'rtable')[Number(wordIn(node, 'varno')) - 1];
    if (scope === null || table === undefined || wordIn(node, 'varreturningtype') !== '0') return UNKNOWN;
    const assigned = this.#assigned(node, scope);
    const stored = this.#columnOfTable(table, Number(wordIn(node, 'varattno')), scope);
    if (assigned !== null) return { ...stored, isNullable: stored.isNullable && assigned.isNullable };
    if (scope.notNull.has(keyOf(node))) return { ...stored, isNullable: false };
    const isOuter = wordsIn(node, 'varnullingrels').length > 0;
    return isOuter ? { ...stored, isNullable: true } : stored;
  }

  /** What UPDATE gives a column that RETURNING reads afterwards; null for another column. */
  #assigned(node: TreeNode, scope: Scope): Fact | null {
    const { query } = scope;
    if (wordIn(query, 'commandType') !== UPDATE || wordIn(query, 'resultRelation') !== wordIn(node, 'varno'))
      return null;
    const target = nodesIn(query, 'targetList').find((one) => wordIn(one, 'resno') === wordIn(node, 'varattno'));
    const expression = target === undefined ? null : nodeIn(target, 'expr');
    if (expression === null) return null;
    return this.#factOf(expression, { ...scope, query: beforeUpdate(query) });
  }

  #columnOfTable(table: TreeNode, at: number, scope: Scope): Fact {
    switch (wordIn(table, 'rtekind')) {
      case RTE.table:
        return this.#columnOfRelation(wordIn(table, 'relid'), at);
      case RTE.subquery: {
        const query = nodeIn(table, 'subquery');
        return (query === null ? undefined : this.#columnsOf(query, scope)[at - 1]) ?? UNKNOWN;
      }
      case RTE.join: {
        const column = nodesIn(table, 'joinaliasvars')[at - 1];
        return column === undefined ? UNKNOWN : this.#factOf(column, scope);
      }
      case RTE.group: {
        const column = nodesIn(table, 'groupexprs')[at - 1];
        return column === undefined ? UNKNOWN : this.#factOf(column, scope);
      }
      case RTE.values:
        return either(this.#valuesOf(table, at, scope));
      case RTE.function:
        return this.#columnOfFunction(table, at, scope);
      case RTE.cte:
        return this.#columnOfCte(table, at, scope);
      default:
        return UNKNOWN;
    }
  }

  #columnOfRelation(relation: string, at: number): Fact {
    // Below zero are the columns of the system, and zero is the row.
    if (at <= 0) return NOT_NULL;
    const view = this.#catalogue.views.get(relation);
    if (view !== undefined) return this.#columnsOf(view, null)[at - 1] ?? UNKNOWN;
    const column = this.#catalogue.columns.get(`${relation}.${at}`);
    return column === undefined ? UNKNOWN : { isNullable: !column.isNotNull, values: column.values, json: null };
  }

  #valuesOf(table: TreeNode, at: number, scope: Scope): readonly Fact[] {
    const lists = table.fields.get('values_lists');
    if (typeof lists !== 'object' || isNode(lists)) return [];
    return lists.map((list) => {
      const value: Tree | undefined = typeof list === 'object' && !isNode(list) ? list[at - 1] : undefined;
      return isNode(value) ? this.#factOf(value, scope) : UNKNOWN;
    });
  }

  #columnOfFunction(table: TreeNode, at: number, scope: Scope): Fact {
    const functions = nodesIn(table, 'functions');
    const counts = functions.map((one) => Number(wordIn(one, 'funccolcount')));
    const ordinality = counts.reduce((all, count) => all + count, 1);
    if (wordIn(table, 'funcordinality') === 'true' && at === ordinality) return NOT_NULL;
    const [only] = functions;
    const call = only === undefined || functions.length > 1 ? null : nodeIn(only, 'funcexpr');
    if (call?.type !== 'FUNCEXPR') return UNKNOWN;
    const body = this.#catalogue.bodies.get(wordIn(call, 'funcid'));
    return (body === undefined ? this.#call(call, scope) : this.#columnsOf(body, null)[at - 1]) ?? UNKNOWN;
  }

  #columnOfCte(table: TreeNode, at: number, from: Scope): Fact {
    let scope: Scope | null = from;
    for (let up = Number(wordIn(table, 'ctelevelsup')); up > 0 && scope !== null; up--) scope = scope.parent;
    const name = wordIn(table, 'ctename');
    const cte =
      scope === null ? undefined : nodesIn(scope.query, 'cteList').find((one) => wordIn(one, 'ctename') === name);
    const query = cte === undefined ? null : nodeIn(cte, 'ctequery');
    if (query === null) return UNKNOWN;
    // A recursive query is not null where neither its beginning is, nor its step, given that it is not.
    const open = this.#open.get(query) ?? new Set();
    if (open.has(at)) return NOT_NULL_IN_STEP;
    this.#open.set(query, open.add(at));
    try {
      return this.#columnsOf(query, scope)[at - 1] ?? UNKNOWN;
    } finally {
      open.delete(at);
    }
  }
}
