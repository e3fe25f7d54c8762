import * as core from '@dmse/contract/settings/core';
import { serve } from '../../../call/serve.ts';
import { changeHost, changeSetting } from '../../../flows/change-setting.ts';
import * as settings from './setting.service.ts';

export const settingRoutes = [
  serve(core.getCoreSettings, ({ tx, adapters }) => settings.getCoreSettings(tx, adapters.maxUploadBytes)),
  serve(core.getSettingSection, (call) => settings.getStoredSection(call, call.params.section)),
  serve(core.updateSettingSection, (call) => changeSetting(call, call.params.section, call.body)),
  serve(core.updateSettingHost, (call) => changeHost(call, call.params.section, call.body)),
];
