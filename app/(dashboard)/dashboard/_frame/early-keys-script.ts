/** In the language of the oldest browser that opens the dashboard, and short: every page has it. */
export const EARLY_KEYS_SCRIPT = `addEventListener("keydown",function f(e){
var d=document.documentElement.dataset,k=e.key||"";
if("listens"in d)return removeEventListener("keydown",f);
if((e.ctrlKey||e.metaKey)&&k.toLowerCase()=="k")d.early="";
else if(!("early"in d))return;
else if(k=="Escape")delete d.early;
else if(k.length==1)d.early+=k;
else return;
e.preventDefault()})`;
