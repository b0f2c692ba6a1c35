import type { T } from '../../i18n/context.tsx'
import type { AdminGroup } from '../../layouts/admin.tsx'

/** The places of the staff pages, in the order of the list at their start. */
export const adminGroups = (t: T): readonly AdminGroup[] => [
  { title: t('review.nav.overview'), links: [{ to: '/admin', label: t('review.nav.home') }] },
  { title: t('review.nav.people'), links: [{ to: '/admin/creators', label: t('review.nav.creators') }] },
]
