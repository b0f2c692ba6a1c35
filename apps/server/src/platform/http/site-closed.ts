import type { Context } from '../context.ts'

// spec: geo.site, geo.visitor, maintenance.mode

/** Whether the whole site is closed to a country. */
export const isSiteClosedTo = ({ settings }: Context, country: string | null): boolean =>
  country !== null && settings.get('blockedCountries').includes(country)

/** Whether there is a country that the whole site is closed to. */
export const isSiteClosedSomewhere = ({ settings }: Context): boolean => settings.get('blockedCountries').length > 0

/** Whether the site is being worked on, and open to staff alone. */
export const isInMaintenance = ({ settings }: Context): boolean => settings.get('maintenanceMode')
