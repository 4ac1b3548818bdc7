import { currentRequest } from '../../kernel/request-scope.ts';
import type { AuditEntry } from './audit.ports.ts';

/** Who acts now and from where: the signed-in person of the request, else the product by itself. */
export function currentAct(): Pick<AuditEntry, 'actor' | 'from'> {
  const request = currentRequest();
  if (request === null || request.sub === null) return { actor: { kind: 'system' }, from: null };
  return { actor: { kind: 'person', sub: request.sub }, from: { ip: request.ip, device: request.device } };
}

/** From where the request of a person comes who is signed in only now; null in jobs and commands. */
export function currentOrigin(): AuditEntry['from'] {
  const request = currentRequest();
  return request === null ? null : { ip: request.ip, device: request.device };
}
