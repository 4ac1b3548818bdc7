import { ensureInstalled } from './install.mjs';
import { ensureNode, machineRuntime } from './node.mjs';

/**
 * The product's Node and the packages of a scope, installed side by side where they are missing: packages are installed
 * by the machine's npm on the machine's Node.
 *
 * @param {import('./install.mjs').Scope} scope
 * @returns {Promise<import('./node.mjs').Runtime>}
 */
export async function prepare(scope) {
  const [node, packages] = await Promise.allSettled([ensureNode(), ensureInstalled(machineRuntime(), scope)]);
  if (node.status === 'rejected') throw node.reason;
  if (packages.status === 'rejected') throw packages.reason;
  return node.value;
}
