import { Fragment, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { RequestInput } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { standardMenus } from '../../../parts/site/standard-menus.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Unsaved } from '../pieces/unsaved.tsx'
import { MenuRows } from './menu-rows.tsx'

export const handle = { messages: ['site'] }
export const clientMiddleware = [withMessages('site')]

type Menus = RequestInput<'PUT /admin/menus'>['body']['menus']
export type MenuItem = NonNullable<Menus['header']>[number]

export const loader = ({ context }: LoaderFunctionArgs) => apiOf(context).call('GET /admin/menus')

const menuLocations = ['header', 'footer'] as const

/** The links at the top and at the foot of public pages. */
export default function MenusPage() {
  const t = useT()
  const { data } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [draft, setDraft] = useState<Partial<Menus>>({})
  const { send, working, problem } = useMutation()
  const menus = { ...data.menus, ...draft }
  const standard = (menu: (typeof menuLocations)[number]): MenuItem[] =>
    standardMenus[menu].map(({ label, path }) => ({ title: t(label), path }))
  const save = async (reason: string) => {
    const body = { menus, reason, version: data.version }
    if (await send('PUT /admin/menus', { body, once: true })) {
      setDraft({})
      toast.success('ui.saved')
    }
    await revalidate()
  }
  return (
    <div className="max-w-settings pb-24">
      <PageTitle>{t('site.menus.title')}</PageTitle>
      <h1 className="text-xl">{t('site.menus.title')}</h1>
      <p className="mt-0.5 text-xs text-ink-3">{t('site.menus.detail')}</p>
      <div className="mt-4">
        <FormProblem problem={problem}>
          {menuLocations.map((menuLocation) => {
            const items = menus[menuLocation]
            return (
              <section key={menuLocation} aria-labelledby={`menu-${menuLocation}`} className="mt-8">
                <h2 id={`menu-${menuLocation}`} className="text-md">
                  {t(`site.menus.${menuLocation}`)}
                </h2>
                {items ? (
                  <>
                    <MenuRows
                      menuLocation={menuLocation}
                      items={items}
                      onChange={(next) => setDraft((now) => ({ ...now, [menuLocation]: next }))}
                    />
                    <Button
                      variant="ghost"
                      size="sm"
                      className="mt-2"
                      onClick={() => setDraft((now) => ({ ...now, [menuLocation]: null }))}
                    >
                      {t('site.menus.standardAgain')}
                    </Button>
                  </>
                ) : (
                  <div className="mt-2 flex flex-wrap items-center justify-between gap-3 rounded-md p-4 ring-1 ring-line">
                    <p className="text-ink-2">
                      {t('site.menus.standard')}{' '}
                      <span className="text-ink">
                        {standard(menuLocation).map(({ title }, at) => (
                          <Fragment key={title}>
                            {at > 0 ? ' ' : null}
                            <span className="whitespace-nowrap">
                              <bdi>{title}</bdi>
                              {at < standardMenus[menuLocation].length - 1 ? '\u00a0·' : null}
                            </span>
                          </Fragment>
                        ))}
                      </span>
                    </p>
                    <Button
                      variant="quiet"
                      size="sm"
                      onClick={() => setDraft((now) => ({ ...now, [menuLocation]: standard(menuLocation) }))}
                    >
                      {t('site.menus.write')}
                    </Button>
                  </div>
                )}
              </section>
            )
          })}
        </FormProblem>
      </div>
      <Unsaved
        count={Object.keys(draft).length}
        working={working}
        onSave={(reason) => void save(reason)}
        onDiscard={() => setDraft({})}
      />
    </div>
  )
}
