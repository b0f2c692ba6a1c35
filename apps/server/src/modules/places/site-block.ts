import type { Context } from '../../platform/context.ts'

// spec: geo.site

/** Whether the whole site is closed to a country. Who may pass all the same is for the door of each way in to say. */
export const isSiteClosedTo = ({ settings }: Context, country: string | null): boolean =>
  country !== null && settings.get('blockedCountries').includes(country)
