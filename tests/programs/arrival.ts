//// a plain body
return 1 + 1;
//= {"logs":[],"result":2}
