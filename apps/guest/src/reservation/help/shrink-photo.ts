/** As large as the server keeps it. */
const LONGEST_EDGE = 1600;
const QUALITY = 0.85;

/** A photo as small as the help desk needs it: the phone may have a slow connection. Unchanged where that fails. */
export async function shrinkPhoto(photo: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(photo);
    const scale = Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return shrunk ?? photo;
  } catch (error) {
    // An old browser, or a format that only the server can judge.
    console.warn(error);
    return photo;
  }
}
