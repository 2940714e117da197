"""Files of Parquet, as base 85 of zlib."""

# Columns puzzle, d and e: decimals of 256 bits, 123 and 123.00.
DECIMALS = (
    "c-qxf&u<b@5T5t4F2#_BlDy4s!hx8uX_Y=%3J8YFTWBqcu}eZs8V?fKpiv8g6+<r`{6kDnrU(B7<I$t>VEl8O_jdV_0*NN};AHcd{buHyZ-"
    "z%W5>1C`?1He5q`@eI1VHPl2LOdV&hK!vBIi!IAiZ*l=vtAJNFFi1m*>31G0P!4T8@(pF*TkeH!3{ulsQ)wCFCeGU<qbqkUh?HrYDQA?X6@F-"
    "b(?xz%LVX3Y9p|sl-"
    "c7%zsb0wS{YlrYN425DK`bn=C%v5(BtT0M0H?XJTO4&ep&NZ2wjMN==CcO$P+DZ0wIjWn*jLHKNw$FN?Ao1u*qd=b8Vi&2(U~G&S|X>16WKPeU"
    "V#iEI;vQ<HSl*HLUY^F*EtxR1D|a82O`wUSoFh9rww1<>Qxl#fw^8b3ATyJmkQ_QwBoyQ~Zj2MiYm_&rgm80W;&EgR$}<*1wCsHCf={6dXS)c$"
    "bI{-"
    "s_0HCqz5vr?HqRdzw`&k_55<m&I*dS%9ss6p)w<2(vh(u|2_^U>qG!7Vhu(%aH*^#qzH0(&6DShziLAVg18RY<t55D%qO6{4<y`KJg%)%u)7p4"
    "FD5R<-XG*qP^xnS1PEKX=ME4*J#VVJm6-NIyZQlJpPvRpmGgOijA(3nBWV7UESk2bT6`y*%N162B*<)IxMd;<c3YL$SCDA@_iw>-"
    "Z;w5o!%f=5a7ngZA+CssCoTGZ^f)hr|9j_0}Jbp7&2uxgyVU$Ex6OJ9t3X0FLnQ<u^tG?%e"
)

# Columns u64, an unsigned integer of 64 bits, and puzzle.
UNSIGNED = (
    "c-jka3^EjD5j7BX@)2bdWe{Ru(AcW~S3%++1H*qPU}OLR1qK)pWe^n+Rnq|~7XV^5s1B|`1_maeEE^*evkC*y$W@G@Wj>-"
    "z2s1;cGBPk7;ov>6^y+(cb5q4?$%YDc^KI+%T`Cl6&Rh}Oa<ld>&z~7yE=?>9KAtl_n=QS|Hai(;n}Dbix@{beFxwc|BxS_XL_NfSJRs{3lc)="
    "jDJk}hnL(6E(#C_WI5{IVH&K)Y=q6Pr3FcBW6IB_XHNp-;Ag}NMh1d#8tEzHRRT+F_fI?zG^CWfD7-"
    "U3QBuyFE1SG*)M0v#6#F`kzmNBZOsd31dF=%kWf=7Y_7BGT>43auPp93vs06UwB!NyXJ0qAD2HfB)~29TjVP(z`Xg3bNKD0YKU?GTgNI!2Jm4y"
    "ML>dggjSV5X;MXlV*!Sz18&77$TAV-"
    "r0f8>r3@q|gW~3KG{dve46)pwt9CAt6kk07Fz0;+a{@qH+vkf0)GB)HuZcF^K@<M5?$nB|p1VHz_qQIYXf=wWv5VKTp9x&rr`mQU@5UppfkcCZ"
    "qshasvP_9DhO"
)
