import { build } from './build.mjs';
import { installPackages } from './install.mjs';

/** From a fresh clone, or any later state, to something that can be run. */
export async function prepare() {
  await installPackages();
  await build();
}
