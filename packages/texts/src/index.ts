/** How texts with placeholders are filled. The texts are in the other files, one for each subject. */
export { fillText, type SameShape } from './fill-text.ts';
