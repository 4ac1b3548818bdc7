import { OPERATIONS, type Operation } from '@assay/contracts/operations';

const PREFIX = '/api';
const BY_ROUTE: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.map((operation) => [`${operation.method} ${PREFIX}${operation.path}`, operation]),
);

/** The operation that a route serves; undefined for routes that no contract describes. `url`: parameters as `:name`. */
export function operationOf(method: string, url: string): Operation | undefined {
  return BY_ROUTE.get(`${method} ${url}`);
}
