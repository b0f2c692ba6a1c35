import { Form } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { ProviderIcon } from '../../../parts/account/provider-icon.tsx'
import { useSettings } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'

/** The other ways in, where the site has set them up. They work before any script runs. */
export function ProviderButtons({
  forCreators = false,
  redirect,
}: {
  forCreators?: boolean
  redirect?: string | null
}) {
  const t = useT()
  const offered = useSettings()?.signInProviders ?? []
  if (offered.length === 0) return null
  return (
    <section aria-label={t('providers.label')} className="mt-7">
      <p className="flex items-center gap-4 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('providers.or')}
      </p>
      <div className="mt-5 flex flex-col gap-3">
        {offered.map((name) => (
          <Form key={name} method="post" action={`/auth/${name}/start`} reloadDocument>
            <input type="hidden" name="role" value={forCreators ? 'performer' : 'user'} />
            {redirect ? <input type="hidden" name="redirect" value={redirect} /> : null}
            <Button type="submit" variant="outline" size="lg" wide>
              <ProviderIcon name={name} />
              {t('providers.continueWith', { name: t(`providers.name.${name}`) })}
            </Button>
          </Form>
        ))}
      </div>
      {forCreators ? <p className="mt-3 text-xs text-ink-3">{t('providers.documentsLater')}</p> : null}
    </section>
  )
}
