import type { RoleGrant } from '@munjigi/contract';
import { ROLES, type Role } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import { useAuthContext } from '../../app/auth.tsx';
import { useZoneHint } from '../../app/store-choice.ts';
import { DateTimeField } from '../../ui/form/date-time-field.tsx';
import { useZone } from '../../ui/zone.ts';
import { fromWallClock, toWallClock, type RightsDraft } from './rights-draft.ts';

interface RightsFieldsProps {
  readonly draft: RightsDraft;
  readonly onChange: (draft: RightsDraft) => void;
  /** The problem in words, when the stores are missing. */
  readonly storeError?: string | undefined;
}

/** Roles, each with an optional end; the stores of a franchisee. */
export function RightsFields({ draft, onChange, storeError }: RightsFieldsProps) {
  const { t } = useTranslation(['users', 'navbar']);
  const zone = useZone();
  const zoneHint = useZoneHint();
  const stores = useAuthContext().user?.stores ?? [];
  const grantOf = (role: Role) => draft.roles.find((it) => it.role === role);
  const setRole = (role: Role, grant: RoleGrant | null) =>
    onChange({
      ...draft,
      roles: ROLES.flatMap((it) => {
        const kept = it === role ? grant : grantOf(it);
        return kept == null ? [] : [kept];
      }),
    });
  const setStore = (id: string, isChosen: boolean) =>
    onChange({ ...draft, storeIds: isChosen ? [...draft.storeIds, id] : draft.storeIds.filter((it) => it !== id) });
  return (
    <>
      <Box component="fieldset" sx={FIELDSET}>
        <Box component="legend" sx={LEGEND}>
          {t('rights.roles')}
        </Box>
        {ROLES.map((role) => {
          const grant = grantOf(role);
          return (
            <Box
              key={role}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 290px' },
                alignItems: 'center',
                columnGap: 1,
                mb: 0.5,
              }}
            >
              <FormControlLabel
                sx={{ m: 0, minHeight: 44 }}
                control={
                  <Checkbox
                    checked={grant !== undefined}
                    onChange={(_event, isChosen) => setRole(role, isChosen ? { role, until: null } : null)}
                  />
                }
                label={
                  <Box sx={{ py: 0.5 }}>
                    <Box sx={{ fontWeight: 600 }}>{t(`navbar:role.${role}`)}</Box>
                    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t(`rights.what.${role}`)}</Box>
                  </Box>
                }
              />
              {grant !== undefined && (
                <DateTimeField
                  label={t('rights.until', { role: t(`navbar:role.${role}`) })}
                  value={toWallClock(grant.until, zone)}
                  onChange={(value) => setRole(role, { role, until: fromWallClock(value, zone) })}
                  hint={grant.until === null ? t('rights.noEnd') : zoneHint}
                />
              )}
            </Box>
          );
        })}
      </Box>
      {grantOf('FRANCHISEE') !== undefined && (
        <Box component="fieldset" sx={FIELDSET}>
          <Box component="legend" sx={LEGEND}>
            {t('rights.stores')}
          </Box>
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            {stores.map(({ id, name }) => (
              <FormControlLabel
                key={id}
                sx={{ m: 0, minHeight: 44 }}
                control={
                  <Checkbox
                    checked={draft.storeIds.includes(id)}
                    onChange={(_event, isChosen) => setStore(id, isChosen)}
                  />
                }
                label={name}
              />
            ))}
          </Box>
          {storeError !== undefined && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {storeError}
            </Box>
          )}
        </Box>
      )}
    </>
  );
}

const FIELDSET = { border: 0, p: 0, m: 0, minWidth: 0 } as const;
const LEGEND = { typography: 'subtitle2', p: 0, mb: 0.5 } as const;
