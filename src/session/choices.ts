/** The choices of this page: theme and panel layout, kept on this device. */
import { openChoices } from '../store/choices-store';

export const choices = openChoices();
