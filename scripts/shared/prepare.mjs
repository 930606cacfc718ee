import { build } from '../build.mjs';
import { installPackages } from './install.mjs';

/** Prepares a fresh clone, or any later state, so that the product can run. */
export async function prepare() {
  await installPackages();
  await build();
}
