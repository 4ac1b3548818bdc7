import { currentRequest } from '../kernel/request-scope.ts';
import type { AuditEntry } from './audit.ports.ts';

/** A message of Telegram says nothing of the network or the device it came from. */
export const BY_BOT = { ip: null, device: 'Telegram bot' } as const;

/**
 * Who acts now and from where: the signed-in person of the request, its API key, or the person whose joined chat the bot acts for;
 * else the product by itself.
 */
export function currentAct(): Pick<AuditEntry, 'actor' | 'from'> {
  const request = currentRequest();
  if (request?.chatOf !== undefined && request.chatOf !== null) {
    return { actor: { kind: 'person', sub: request.chatOf }, from: BY_BOT };
  }
  if (request?.key !== undefined) {
    return { actor: { kind: 'key', id: request.key }, from: { ip: request.ip, device: request.device } };
  }
  if (request === null || request.sub === null) return { actor: { kind: 'system' }, from: null };
  return { actor: { kind: 'person', sub: request.sub }, from: { ip: request.ip, device: request.device } };
}

/** From where the request of a person comes who is signed in only now; null in jobs and commands. */
export function currentOrigin(): AuditEntry['from'] {
  const request = currentRequest();
  return request === null ? null : { ip: request.ip, device: request.device };
}
