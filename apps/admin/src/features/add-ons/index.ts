export { useAddOns } from './add-ons.api.ts';
