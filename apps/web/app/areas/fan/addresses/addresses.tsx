import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData, useRevalidator } from 'react-router'
import { newKey } from '../../../api/client.ts'
import { formActions, formAction } from '../../../api/form-action.server.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ColumnPage } from '../../../layouts/column-page.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { regions } from '../../../parts/geo/regions.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink, IconButton, IconLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { dot } from '../../../ui/dot.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AddressForm } from './address-form.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { messages: ['addresses'] }
export const clientMiddleware = [withMessages('addresses')]

const returnTo = '/user/addresses'
/** As many as anybody may keep (domain §1): the list has one page. */
const most = 10

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const edited = new URL(request.url).searchParams.get('edit')
  const [list, locale] = await Promise.all([
    api.call('GET /addresses/search', { query: { pageSize: most } }),
    requestContextOf(context).locale(),
  ])
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const addresses = list.data
    .map((item) => ({ ...item, countryName: names.of(item.country) ?? item.country }))
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
  const form =
    edited === null
      ? null
      : {
          address: addresses.find((address) => address._id === edited) ?? null,
          countries: await regions(api, locale),
          once: newKey(),
        }
  return { addresses, form }
}
export type Address = Awaited<ReturnType<typeof loader>>['addresses'][number]

const onDone = () => redirect(returnTo)
export const action = formActions({
  create: formAction('POST /addresses/create', { onDone }),
  edit: formAction('PUT /addresses/:id', { onDone }),
})

/** Where parcels may go: up to ten, one of them the default. */
export default function Addresses() {
  const t = useT()
  const { addresses, form } = useLoaderData<typeof loader>()
  const [removing, setRemoving] = useState<Address | null>(null)
  const full = addresses.length >= most
  const add = (
    <ButtonLink variant="primary" to="?edit=new">
      <Plus aria-hidden="true" />
      {t('addresses.new')}
    </ButtonLink>
  )
  if (form)
    return (
      <ColumnPage>
        <PageTitle>{t(form.address ? 'addresses.edit' : 'addresses.new')}</PageTitle>
        <PageHead title={t(form.address ? 'addresses.edit' : 'addresses.new')} back={returnTo} />
        <AddressForm
          key={form.address?._id ?? 'new'}
          address={form.address}
          countries={form.countries}
          once={form.once}
          isFirst={addresses.length === 0}
        />
      </ColumnPage>
    )
  return (
    <ColumnPage>
      <PageTitle>{t('addresses.title')}</PageTitle>
      <PageHead
        title={t('addresses.title')}
        detail={t('addresses.detail')}
        back="/user/account"
        actions={addresses.length && !full ? add : null}
      />
      {addresses.length === 0 ? (
        <EmptyState title={t('addresses.empty')} action={add}>
          {t('addresses.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {addresses.map((address) => (
            <li key={address._id} className="flex min-w-0 gap-3 rounded-lg bg-surface p-4 ring-1 ring-line">
              <MapPin className="icon mt-0.5 text-ink-3 max-sm:hidden" aria-hidden="true" />
              <Written address={address} />
              <div className="-m-2 ms-auto flex shrink-0 self-start">
                <IconLink label={t('addresses.editOf', { name: address.name })} to={`?edit=${address._id}`}>
                  <Pencil aria-hidden="true" />
                </IconLink>
                <IconButton
                  label={t('addresses.removeOf', { name: address.name })}
                  onClick={() => setRemoving(address)}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      {addresses.length ? (
        <p className="mt-4 text-xs text-ink-3">{t(full ? 'addresses.full' : 'addresses.private')}</p>
      ) : null}
      {removing ? <Removal address={removing} onClose={() => setRemoving(null)} /> : null}
    </ColumnPage>
  )
}

/** An address as its parcel carries it, line by line; empty parts leave no gap. */
function Written({ address }: { address: Address }) {
  const t = useT()
  const lines = [
    address.line1,
    address.line2,
    [address.postalCode, address.city, address.state].filter(Boolean).join(dot),
    address.countryName,
    address.phone,
  ].filter(Boolean)
  return (
    <address className="min-w-0 text-sm text-ink-2 not-italic wrap-anywhere">
      <p className="mb-0.5 flex flex-wrap items-center gap-2 text-md font-semibold text-ink">
        <bdi>{address.name}</bdi>
        {address.isDefault ? <Badge tone="sky">{t('addresses.default')}</Badge> : null}
      </p>
      {lines.map((line) => (
        <p key={line}>
          <bdi>{line}</bdi>
        </p>
      ))}
    </address>
  )
}

function Removal({ address, onClose }: { address: Address; onClose: () => void }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  return (
    <ConfirmDialog
      title={t('addresses.removeSure', { name: address.name })}
      action={t('addresses.remove')}
      busy={t('ui.saving')}
      onConfirm={async () => {
        await sendOrThrow('DELETE /addresses/:id', { params: { id: address._id } })
        toast.success('addresses.removed')
        await revalidate()
      }}
      onClose={onClose}
    >
      {t('addresses.removeHint')}
    </ConfirmDialog>
  )
}
