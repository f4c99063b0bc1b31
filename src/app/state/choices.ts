/** The choices of this page: theme and panel layout, kept on this device. */
import { openChoices } from './settings/choices-store';

export const choices = openChoices();
