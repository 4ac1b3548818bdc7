import pg from 'pg';
import { currentScope, type ServiceWork } from '../kernel/scope.ts';
import { type Db, type HeldClient, openPool, type Pool } from './pool.ts';

/** Reads and writes rows of one workspace at a time; can neither bypass row-level security nor change the schema. */
export const TENANT_ROLE = 'assay_tenant';

/**
 * Of the checks that run in a process, whose statements are pipelined; other service work copies rows, which a pipelined
 * connection refuses. Walks use one each, and at least half are for other work of checks (checks.policy.ts).
 */
const CHECK_CONNECTIONS = 6;

export class TenantRoleError extends Error {
  override readonly name = 'TenantRoleError';
}

/** What an administrator of the database runs where the role of DATABASE_URL may not create roles. */
export const tenantRoleScript = (productRole: string): string =>
  `CREATE ROLE ${TENANT_ROLE} NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS; ` +
  `GRANT ${TENANT_ROLE} TO ${pg.escapeIdentifier(productRole)};`;

/**
 * The pool of the server. What it runs depends on the scope of the work that uses it: in the scope of a workspace only
 * that workspace's rows are there; without a scope, none of any workspace; in a service scope, all.
 *
 * Sessions of requests begin as {@link TENANT_ROLE}. The owner of the tables is reached only in a service scope; for
 * running checks by pipelined connections.
 *
 * @param service connects as the owner of the tables; ended by its opener
 */
export function scopedPool(service: Pool, url: string, options: { readonly maxConnections?: number } = {}): Pool {
  const tenants = openPool(url, { ...options, role: TENANT_ROLE, pipeline: true });
  const checks = openPool(url, { maxConnections: CHECK_CONNECTIONS, pipeline: true });
  const ownersOf = (work: ServiceWork): Pool => (work === 'running checks' ? checks : service);
  const connect = (): Promise<HeldClient> => {
    const scope = currentScope();
    return (scope?.kind === 'service' ? ownersOf(scope.work) : tenants).connect();
  };
  const query = (text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const scope = currentScope();
    if (scope?.kind === 'service') return ownersOf(scope.work).query(text, values);
    return scope === undefined ? tenants.query(text, values) : queryIn(tenants, scope.workspace, text, values);
  };
  return {
    connect,
    // Texts with values and prepared statements are the forms that stores use; others are refused by the types of `Db`.
    query: query as Pool['query'],
    options: service.options,
    get ending() {
      return service.ending;
    },
    get totalCount() {
      return tenants.totalCount;
    },
    get idleCount() {
      return tenants.idleCount;
    },
    get waitingCount() {
      return tenants.waitingCount;
    },
    get ledgers() {
      return service.ledgers;
    },
    get standbys() {
      return service.standbys;
    },
    async end() {
      await Promise.all([tenants.end(), checks.end()]);
    },
  };
}

/** How a transaction begins in the current scope: begin and workspace in one round trip. */
export function beginInScope(begin: string): string {
  const scope = currentScope();
  return scope?.kind === 'workspace' ? `${begin}; ${workspaceOf(scope.workspace)}` : begin;
}

/** One statement in the scope of a workspace. All three are sent at once: one round trip, as without a scope. */
async function queryIn(
  tenants: Pool,
  workspace: string,
  text: string | pg.QueryConfig,
  values?: unknown[],
): Promise<pg.QueryResult> {
  const client = await tenants.connect();
  try {
    const [begun, answered, ended] = await Promise.allSettled([
      client.query(`BEGIN; ${workspaceOf(workspace)}`),
      client.query(text, values),
      client.query('COMMIT'),
    ]);
    for (const step of [begun, answered, ended]) if (step.status === 'rejected') throw step.reason;
    return answered.status === 'fulfilled' ? answered.value : Promise.reject(answered.reason);
  } finally {
    client.release();
  }
}

/** A setting and no query: PostgreSQL plans nothing, and there is no row to send back. */
function workspaceOf(workspace: string): string {
  return `SET LOCAL assay.workspace = ${pg.escapeLiteral(workspace)}`;
}

/** @throws TenantRoleError with what to run, where sessions cannot begin as {@link TENANT_ROLE} */
export async function assertTenantRole(db: Db): Promise<void> {
  const { rows } = await db.query(
    `SELECT current_user AS name, coalesce(pg_has_role(current_user, r.oid, 'MEMBER'), false) AS may,
            coalesce(r.rolsuper OR r.rolbypassrls, false) AS bypasses
       FROM (SELECT) one LEFT JOIN pg_roles r ON r.rolname = $1`,
    [TENANT_ROLE],
  );
  const [found] = rows;
  if (found?.may === true && !found.bypasses) return;
  throw new TenantRoleError(
    found?.bypasses === true
      ? `The role ${TENANT_ROLE} can bypass row-level security. Run as an administrator: ALTER ROLE ${TENANT_ROLE} NOSUPERUSER NOBYPASSRLS;`
      : `The role ${TENANT_ROLE} is missing or not granted. Run as an administrator of the database: ${tenantRoleScript(found?.name ?? '')}`,
  );
}
