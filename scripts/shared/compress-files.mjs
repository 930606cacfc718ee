import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** File types worth compressing; fonts, images and sounds are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|md)$/;

/** Writes a `.br` and a `.gz` beside every text file of a build, so that the server only has to send them. */
export async function compressFiles(folder) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile() && COMPRESSIBLE.test(file.name));
  await Promise.all(texts.map(({ parentPath, name }) => compressFile(path.join(parentPath, name))));
}

async function compressFile(file) {
  const content = await readFile(file);
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  await Promise.all([
    toBrotli(content, options).then((small) => writeFile(`${file}.br`, small)),
    toGzip(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}
