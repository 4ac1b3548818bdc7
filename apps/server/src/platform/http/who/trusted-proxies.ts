/** The `trustProxy` option of Fastify for so many proxies in front that may name the client's address. */
export function trustedProxies(count: number): false | ((address: string, hop: number) => boolean) {
  return count === 0 ? false : (_address, hop) => hop < count;
}
