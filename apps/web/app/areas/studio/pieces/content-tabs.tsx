import { useLocation } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { listOf, type StudioKindName, studioKinds } from './studio-items.ts'

/** Products have their place in the shop. */
const contentKinds = (Object.keys(studioKinds) as StudioKindName[]).filter((kind) => kind !== 'product')

/** The lists of one's own content, a tab each. */
export function ContentTabs() {
  const t = useT()
  const { pathname } = useLocation()
  const tab = (label: string, to: string) => ({ label, to, current: pathname === to })
  return (
    <Tabs
      className="mb-4"
      label={t('studio.content')}
      tabs={[
        ...contentKinds.map((kind) => tab(t(`studio.item.${kind}.title`), listOf(kind))),
        tab(t('studio.photos.pageTitle'), '/creator/photos'),
        tab(t('studio.vault.title'), '/creator/vault'),
        tab(t('studio.participants'), '/creator/participants'),
        tab(t('studio.comments.title'), '/creator/comments'),
        tab(t('studio.trash.title'), '/creator/trash'),
      ]}
    />
  )
}
