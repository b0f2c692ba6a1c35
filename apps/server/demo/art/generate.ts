/** Draws the whole demo world into ../assets. `node generate.ts` draws everything; `node generate.ts ines rune film` only names containing those words. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { creators, fans } from './looks.ts';
import { avatar } from './portrait.ts';
import { toWebp } from './render.ts';
import type { Sheet } from './svg.ts';

const out = join(import.meta.dirname, '..', 'assets');
mkdirSync(out, { recursive: true });
const only = process.argv.slice(2);
const wanted = (name: string): boolean => only.length === 0 || only.some((word) => name.includes(word));
async function draw(name: string, sheet: () => Sheet, quality = 80): Promise<void> {
  if (!wanted(name)) return;
  const bytes = await toWebp(sheet(), join(out, `${name}.webp`), quality);
  console.log(`${name}.webp ${(bytes / 1024).toFixed(0)} kB`);
}

for (const [key, look] of Object.entries({ ...creators, ...fans })) await draw(`avatar-${key}`, () => avatar(look), 82);
