const MOST_CHARACTERS = 80;
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()+-]*$/u;
const WEB_ADDRESS = /\.[\p{L}\p{N}]/u;

/** What is wrong with the name of a workspace; null where nothing is. The server judges by the same rules. */
export function nameProblem(typed: string): string | null {
  const name = typed.trim();
  if (name === '') return 'Please enter a name';
  if (name.length > MOST_CHARACTERS) return `Please use at most ${MOST_CHARACTERS} characters`;
  if (!NAME.test(name)) return 'Please use only letters, digits, spaces and . , & ’ ( ) + -';
  return WEB_ADDRESS.test(name) ? 'A name cannot be a web address: put a space after a full stop' : null;
}
