import type pg from 'pg';
import { inCallSpan, isTracing } from '../kernel/tracing.ts';

type Query = (...args: unknown[]) => unknown;

/**
 * Gives each statement of a pool a span inside that of the work which runs it. A statement's text is in it where values
 * are given apart from it, so that it holds none; its values never are.
 */
export function traceStatements(pool: pg.Pool): void {
  if (!isTracing()) return;
  trace(pool);
  pool.on('connect', trace);
}

function trace(target: pg.Pool | pg.PoolClient): void {
  const query: Query = target.query.bind(target);
  const traced: Query = (...args) => {
    const statement = describe(args);
    // The pool itself calls a client with a callback, possibly in the context of other work: its own span covers that.
    if (statement === null || typeof args.at(-1) === 'function') return query(...args);
    return inCallSpan(statement.name, statement.facts, async () => query(...args));
  };
  Object.assign(target, { query: traced });
}

/** Null for what is no plain statement, such as a stream of rows. */
function describe([first, second]: readonly unknown[]) {
  const config = typeof first === 'object' && first !== null ? (first as Partial<pg.QueryConfig & pg.Submittable>) : {};
  if (typeof config.submit === 'function') return null;
  const text = typeof first === 'string' ? first : config.text;
  if (text === undefined) return null;
  const operation = /^\s*(?:--[^\n]*\n\s*)*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const hasValues = Array.isArray(second) || Array.isArray(config.values);
  return {
    name: `database ${operation}`,
    facts: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(hasValues ? { 'db.query.text': text.replaceAll(/\s+/g, ' ').trim() } : {}),
    },
  };
}
